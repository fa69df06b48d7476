import { lanesStyle } from "#harness/reports/page/lanes/lanes-style.ts";

export const style = `
:root {
  --paper: #fbfaf6; --sheet: #fff; --ink: #26231d; --soft: #6b6558; --line: #e6e1d6; --wash: #f4f1e9;
  --good: #2f6f53; --bad: #a5382a; --quiet: #766f62; --stroke: #cfc8b9; --bad-wash: #fbefec; --good-stroke: #6ba58a; --bad-stroke: #cb5d4c;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", Georgia, serif;
  --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Inter, Roboto, "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #171613; --sheet: #1d1c18; --ink: #e8e4da; --soft: #a59f91; --line: #302d27; --wash: #23211d;
    --good: #8cc9aa; --bad: #f0937f; --quiet: #a59f91; --stroke: #4d483e; --bad-wash: #2b1d19; --good-stroke: #4f8a6c; --bad-stroke: #d0664f;
  }
}
* { box-sizing: border-box; }
html { color-scheme: light dark; scroll-behavior: smooth; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--sans); -webkit-text-size-adjust: 100%; }
main { max-width: 60rem; margin: 0 auto; padding: 4rem 1.5rem 6rem; }
a { color: inherit; text-decoration-color: var(--stroke); text-underline-offset: .2em; }
a:hover { text-decoration-color: currentColor; }
:focus-visible { outline: 2px solid var(--good-stroke); outline-offset: 3px; border-radius: 3px; }
code, pre { font-family: var(--mono); font-size: .84em; }
pre { margin: .5rem 0 0; padding: .75rem .9rem; background: var(--wash); border-radius: 6px; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.5; }
.good { color: var(--good); } .bad { color: var(--bad); } .quiet { color: var(--quiet); }

.eyebrow { margin: 0; color: var(--soft); font-size: .85rem; letter-spacing: .02em; }
h1 { margin: .35rem 0 0; font: 500 clamp(2.1rem, 6vw, 3.4rem)/1.1 var(--serif); letter-spacing: -.015em; text-wrap: balance; }
h2 { margin: 4rem 0 1rem; font: 500 1.6rem/1.2 var(--serif); letter-spacing: -.005em; }
.counts { display: flex; flex-wrap: wrap; gap: .25rem 1.75rem; margin: 1.1rem 0 0; padding: 0; list-style: none; }
.counts b { font-weight: 600; font-variant-numeric: tabular-nums; }
.reasons { margin: 1.1rem 0 0; padding: .7rem 1.1rem; list-style: none; background: var(--bad-wash); border-left: 3px solid var(--bad-stroke); border-radius: 0 6px 6px 0; overflow-wrap: anywhere; }
.crash { margin: 1.5rem 0 0; padding: .9rem 1.1rem; background: var(--bad-wash); border-left: 3px solid var(--bad-stroke); border-radius: 0 6px 6px 0; white-space: pre-wrap; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(12.5rem, 1fr)); gap: 1rem 1.5rem; margin: 2.25rem 0 0; padding: 1.25rem 0; border-block: 1px solid var(--line); }
.facts .asked { grid-column: 1 / -1; }
.facts dt { color: var(--soft); font-size: .8rem; }
.facts dd { margin: 0; overflow-wrap: anywhere; }

.timeline { margin-top: 1.75rem; }
.lane { position: relative; height: 1.35rem; margin-bottom: 4px; background: var(--wash); border-radius: 3px; overflow: hidden; }
.lane a { position: absolute; inset-block: 0; min-width: 2px; background: var(--good-stroke); border-right: 1px solid var(--paper); }
.lane a.bad { background: var(--bad-stroke); z-index: 1; }
.lane a:hover { filter: brightness(.85); }
.scale { display: flex; justify-content: space-between; color: var(--soft); font-size: .75rem; font-variant-numeric: tabular-nums; }

details > summary { cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary, .scenario.link { display: flex; align-items: baseline; gap: .7rem; }
summary .name, .scenario.link .name { flex: 1; min-width: 0; overflow-wrap: anywhere; }
summary:hover .name { text-decoration: underline; text-decoration-color: var(--stroke); text-underline-offset: .2em; }
.time { color: var(--soft); font-size: .85rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
summary::after { content: "›"; flex: none; width: .8em; text-align: center; color: var(--soft); transition: rotate .15s; }
[open] > summary::after { rotate: 90deg; }
.mark { flex: none; width: 1.1em; text-align: center; font-size: .9em; }

.feature, .document { border-top: 1px solid var(--line); }
.feature:last-child, .document:last-child { border-bottom: 1px solid var(--line); }
.feature > summary, .document > summary { padding: .8rem 0; align-items: center; }
.feature > summary .name, .document > summary .name { font-weight: 500; }
.feature .time { min-width: 4.6em; text-align: right; }
.feature > .scenario:last-child { margin-bottom: 1.25rem; }
.dots { display: flex; flex-wrap: wrap; gap: 3px; max-width: 12rem; justify-content: flex-end; }
.dots i { width: 7px; height: 7px; border-radius: 50%; background: var(--good-stroke); }
.dots i.bad { background: var(--bad-stroke); } .dots i.quiet { background: none; box-shadow: inset 0 0 0 1.5px var(--stroke); }
.scenario { margin: 0; padding: .3rem 0 .3rem 1rem; border-left: 2px solid var(--line); }
.scenario[open] { padding-bottom: 1rem; }
.reason { margin: .25rem 0 0 1.8rem; color: var(--soft); }

.steps { margin: .6rem 0 0; padding: 0; list-style: none; }
.steps li { display: flex; align-items: baseline; gap: .7rem; padding: .12rem 0; }
.steps li > div { flex: 1; min-width: 0; }
.steps .keyword { color: var(--soft); }
.steps .value { color: var(--good); }
.steps .skipped, .steps .skipped .value { color: var(--quiet); }
.steps .broken { margin: .35rem 0 .35rem -.75rem; padding: .55rem .75rem; background: var(--bad-wash); border-radius: 6px; }
.steps .broken .value { color: inherit; }
.steps .place { display: block; color: var(--soft); overflow-wrap: anywhere; }
.error { background: none; padding: 0; color: var(--bad); }
.argument { margin: .5rem 0 .25rem; border-collapse: collapse; font-size: .9rem; }
.argument td { overflow-wrap: anywhere; padding: .15rem .8rem; border: 1px solid var(--line); }
.origin { display: flex; flex-wrap: wrap; align-items: baseline; gap: .3rem .5rem; margin: .9rem 0 0 1.8rem; color: var(--soft); font-size: .85rem; }
.tag { padding: .05rem .45rem; background: var(--wash); border-radius: 4px; font: .78rem/1.6 var(--mono); text-decoration: none; }
a.tag:hover { background: var(--line); }
.tag.plain { background: none; box-shadow: inset 0 0 0 1px var(--line); }

.cause { margin: 0 0 .9rem; } .cause p { margin: 0 0 .2rem; font-size: .92rem; overflow-wrap: anywhere; }
.index { margin: 0; padding-left: 1.8rem; font-size: .92rem; } .index ::marker { color: var(--soft); font-variant-numeric: tabular-nums; }
.broken article { content-visibility: auto; contain-intrinsic-size: auto 44rem; margin-top: 1.25rem; padding: 1.25rem 1.5rem 1.4rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; }
.broken .of { margin: 0 0 .15rem 1.75rem; color: var(--soft); font-size: .9rem; }
.broken .scenario { padding: 0; border: 0; }
.broken .scenario > summary .name { font: 500 1.2rem/1.35 var(--serif); }
.exchanges { margin: 1.4rem 0 0 1.8rem; }
.exchanges h4 { margin: 0 0 .4rem; font-size: .85rem; font-weight: 500; color: var(--soft); }
.exchange { border-top: 1px solid var(--line); }
.exchange > summary { padding: .4rem 0; font-size: .9rem; flex-wrap: wrap; gap: .1rem .8rem; }
.exchange summary code { flex: 1; min-width: 12rem; overflow-wrap: anywhere; }
.exchange b { font-weight: 500; }
.exchange > summary { color: var(--soft); }
.offset, .caller { color: var(--soft); font-size: .8rem; font-variant-numeric: tabular-nums; }
.offset { flex: none; min-width: 5em; }
.exchange[open] > summary { color: inherit; }
.verb { color: var(--soft); }
.status { font: .84rem var(--mono); }
.bodies { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: 0 1rem; padding-bottom: 1rem; }
.bodies h5 { margin: 0; font-size: .78rem; font-weight: 500; color: var(--soft); }
.bodies pre { max-height: 26rem; overflow-y: auto; }
.bodies p { margin: .25rem 0; font-size: .85rem; }
.around { border-top: 1px solid var(--line); }
.around > summary, .log > summary { padding: .4rem 0; color: var(--soft); font-size: .85rem; }
.around > .exchange { margin-left: 1rem; }
.log { margin: 0 0 0 1.8rem; border-block: 1px solid var(--line); }
.log ol { margin: 0 0 .9rem; padding: 0; list-style: none; font-size: .85rem; }
.log li { display: flex; gap: .8rem; align-items: baseline; padding: .1rem 0; }
.log li b { font-weight: 500; } .log li code { min-width: 0; overflow-wrap: anywhere; }
.facts-of { color: var(--soft); }
.again { margin: 1.2rem 0 0 1.8rem; }
.again h4 { margin: 0 0 .4rem; font-size: .85rem; font-weight: 500; color: var(--soft); }
.again p { display: flex; align-items: flex-start; gap: .6rem; margin: 0; padding: .55rem .6rem .55rem .9rem; background: var(--wash); border-radius: 6px; }
.again code { flex: 1; min-width: 0; padding: .15rem 0; overflow-wrap: anywhere; }
button { padding: .15rem .7rem; border: 1px solid var(--stroke); border-radius: 6px; background: var(--sheet); color: inherit; font: .85rem/1.5 var(--sans); cursor: pointer; }
button:hover { border-color: currentColor; }
.reason-group { border-top: 1px solid var(--line); }
.reason-group:last-child { border-bottom: 1px solid var(--line); }
.reason-group > summary { padding: .5rem 0; }
.reason-group b { min-width: 2.5ch; text-align: right; font-weight: 600; font-variant-numeric: tabular-nums; }
.reason-group ul { margin: 0 0 .9rem; padding: 0 0 0 3.4rem; list-style: none; font-size: .9rem; }

nav { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; margin-top: .9rem; font-size: .85rem; }
.view { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; margin: 2.5rem -1.5rem -2rem; padding: .75rem 1.5rem; background: var(--paper); border-bottom: 1px solid var(--line); }
.view input:not([type=radio]) { min-width: 0; padding: .35rem .7rem; border: 1px solid var(--stroke); border-radius: 6px; background: var(--sheet); color: inherit; font: .9rem/1.5 var(--sans); }
.view input[type=search] { flex: 1 1 14rem; } .view input[name=tag] { flex: 0 1 10rem; }
.view ::placeholder { color: var(--quiet); opacity: 1; }
.view fieldset { display: flex; flex-wrap: wrap; min-width: 0; margin: 0; padding: 0; border: 1px solid var(--stroke); border-radius: 6px; }
.view legend, .view fieldset input { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.view label span { display: block; padding: .35rem .7rem; font-size: .9rem; line-height: 1.5; border-radius: 5px; cursor: pointer; white-space: nowrap; }
.view :checked + span { background: var(--ink); color: var(--paper); }
.view :focus-visible + span { outline: 2px solid var(--good-stroke); outline-offset: 2px; }
.view output { color: var(--soft); font-size: .85rem; }
.view output, .view button { display: none; }
.view.narrow output { display: block; flex: 1 0 calc(100% - 8rem); } .view.narrow button { display: block; }
[hidden] { display: none !important; }
[id] { scroll-margin-top: 7rem; }

.lead { margin: 0 0 1.25rem; color: var(--soft); }
.share { display: flex; gap: 2px; width: min(14rem, 30vw); height: 8px; border-radius: 4px; overflow: hidden; }
.share i { flex-basis: 0; background: var(--stroke); }
.share .good { background: var(--good-stroke); } .share .bad { background: var(--bad-stroke); }
.document > summary .time { min-width: 8.5em; text-align: right; }
.group { padding: .3rem 0 .3rem 1rem; border-left: 2px solid var(--line); }
.document > .group:last-child { margin-bottom: 1.25rem; }
.group table { width: 100%; margin: .5rem 0 1rem; border-collapse: collapse; font-size: .92rem; }
.group thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.group th, .group td { padding: .45rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: baseline; font-weight: 400; overflow-wrap: anywhere; }
.group th { width: 11rem; padding-right: 1rem; color: var(--soft); white-space: nowrap; }
.group ul { margin: .2rem 0 0; padding: 0; list-style: none; color: var(--soft); font-size: .88rem; }
tr:target, tr.target { background: var(--wash); }
.scenario:target > summary .name, .scenario.target > summary .name { text-decoration: underline; }

@media (max-width: 40rem) {
  main { padding: 2rem 1rem 4rem; }
  .dots, .share { display: none; }
  .group th { display: block; width: auto; padding-bottom: 0; border-bottom: 0; } .group td { display: block; padding-top: 0; border-top: 0; }
  .exchanges, .origin, .reason, .log, .again { margin-left: 0; } .view { position: static; margin-inline: -1rem; padding-inline: 1rem; }
  .around > .exchange { margin-left: 0; } .reason-group ul { padding-left: 1rem; } .log li { flex-wrap: wrap; gap: 0 .8rem; padding: .3rem 0; } .log li code { flex-basis: 100%; }
  .broken article { padding: 1rem; }
  .exchange summary code { order: 1; flex-basis: 100%; } .caller { flex: 1; text-align: right; }
}
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } summary::after { transition: none; } }
@media print {
  :root { --paper: #fff; --sheet: #fff; }
  body { font-size: 9.5pt; } main { max-width: none; padding: 0; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  summary::after, .view, button { display: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .bodies pre { max-height: none; } .broken article { content-visibility: visible; }
  article, tr, .steps li { break-inside: avoid; }
}
${lanesStyle}`;
