/** Rules of the matrix page in addition to those of all pages. */
export const matrixStyle = `
html { scroll-behavior: auto; }
main { max-width: 90rem; }
.overview { overflow-x: auto; margin-top: 2rem; }
.overview table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.overview th, .overview td { padding: .8rem 1.5rem .8rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
.overview tr:last-child > * { border-bottom: 1px solid var(--line); }
.overview thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.overview h2 { margin: 0; font-size: 1.25rem; overflow-wrap: anywhere; }
.overview p { margin: .25rem 0 0; }
.overview th { min-width: 12rem; max-width: 22rem; }
.overview small { display: block; color: var(--soft); white-space: nowrap; }
.overview .share { width: 100%; min-width: 7rem; margin: .45rem 0 .3rem; }
.overview img, .overview a { display: block; }
.view.narrow output { flex: none; }
.view select { flex: 0 1 14rem; min-width: 0; padding: .35rem .5rem; border: 1px solid var(--stroke); border-radius: 6px; background: var(--sheet); color: inherit; font: .9rem/1.5 var(--sans); }
.matrix { width: 100%; margin-top: 2.5rem; border-collapse: collapse; }
.matrix th, .matrix td { padding: .5rem 1rem .5rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
.matrix thead th { position: sticky; top: 3.65rem; z-index: 1; background: var(--paper); border: 0; box-shadow: inset 0 -1px var(--line); font-weight: 500; vertical-align: bottom; overflow-wrap: anywhere; }
.matrix tbody th { min-width: 16rem; }
.matrix tbody th > a { display: block; width: fit-content; text-decoration: none; }
.matrix tbody th > a:hover { text-decoration: underline; }
.matrix small { display: block; color: var(--soft); overflow-wrap: anywhere; }
.matrix td { width: 13rem; min-width: 7rem; }
.matrix td.broken { color: var(--bad); }
.matrix td.held { color: var(--good); }
.matrix td.unplayed { color: var(--soft); }
.matrix tbody tr { scroll-margin-top: 8rem; }
.matrix tbody tr:target > * { background: var(--wash); }
@media (max-width: 60rem) {
  .overview table, .overview tbody, .overview tr, .overview th, .overview td { display: block; max-width: none; padding-right: 0; }
  .overview td { padding: .3rem 0; border: 0; } .overview th { padding-bottom: .3rem; }
  .overview tr:last-child > * { border-bottom: 0; }
  .overview small { display: inline; white-space: normal; } .overview small + small::before { content: " · "; }
  .overview img { margin-top: .5rem; }
  .view { position: sticky; } .view select { flex: 1 1 8rem; }
}
@media (max-width: 40rem) {
  .view { position: static; }
  .matrix thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .matrix tr, .matrix th, .matrix td { display: block; width: auto; padding-right: 0; }
  .matrix tbody th { border-top: 1px solid var(--line); } .matrix td { padding-top: 0; border: 0; }
  .matrix td::before { content: attr(data-name) ": "; color: var(--soft); }
}
@media print { .matrix thead th { position: static; } }
`;
