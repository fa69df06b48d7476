/** Returns `url` with these credentials, percent-encoded unless they are templates such as `{{username}}`. */
export function urlFor(url: string, username: string, password: string): string {
  const { protocol, host, pathname, search } = new URL(url);
  return `${protocol}//${encoded(username)}:${encoded(password)}@${host}${pathname}${search}`;
}

function encoded(text: string): string {
  return /^\{\{\w+\}\}$/.test(text) ? text : encodeURIComponent(text);
}
