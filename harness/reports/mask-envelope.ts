import type { Attachment, Envelope, TestStepResult } from "@cucumber/messages";
import { attachExchanges, type Exchange, exchangesMediaType, parseExchanges } from "#harness/api/exchange.ts";
import { maskSecrets } from "#harness/masking/mask.ts";
import { maskText } from "#harness/masking/mask-text.ts";
import { logMediaType, parseLog } from "#harness/reports/log-excerpt.ts";

/**
 * Masks secrets in the error texts and text attachments of a message of cucumber. Changes the message in place, because
 * cucumber passes the same object to its own formatters.
 */
export function maskEnvelope(envelope: Envelope): void {
  const { testStepFinished, testRunHookFinished, testRunFinished, attachment } = envelope;
  if (testStepFinished) maskResult(testStepFinished.testStepResult);
  if (testRunHookFinished) maskResult(testRunHookFinished.result);
  if (testRunFinished?.exception) maskException(testRunFinished.exception);
  if (attachment?.contentEncoding === "IDENTITY") maskBody(attachment);
}

function maskBody(attachment: Attachment): void {
  const { mediaType, body } = attachment;
  const exchanges = mediaType === exchangesMediaType ? parseExchanges(body) : undefined;
  if (exchanges) attachExchanges(attachment, exchanges.map(masked));
  else attachment.body = mediaType === logMediaType ? JSON.stringify(maskSecrets(parseLog(body))) : maskText(body);
}

function masked(exchange: Exchange): Exchange {
  const { path, requestBody, responseBody } = exchange;
  const bodies = { requestBody: maskSecrets(requestBody), responseBody: maskSecrets(responseBody) };
  return { ...exchange, path: maskText(path), ...bodies };
}

function maskResult(result: TestStepResult): void {
  if (result.message !== undefined) result.message = maskText(result.message);
  if (result.exception) maskException(result.exception);
}

function maskException(exception: NonNullable<TestStepResult["exception"]>): void {
  if (exception.message !== undefined) exception.message = maskText(exception.message);
  if (exception.stackTrace !== undefined) exception.stackTrace = maskText(exception.stackTrace);
}
