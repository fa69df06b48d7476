export const lanesStyle = `
.history { margin: 1rem 0; }
.broken-rule { margin: .3rem 0; color: var(--bad); }
.history details { margin-bottom: .7rem; }
.turning-points { margin: .2rem 0 .7rem; padding: 0; list-style: none; }
.turning-points li { padding-left: 4.5rem; text-indent: -4.5rem; }
.turning-points .time { display: inline-block; min-width: 4.2rem; text-indent: 0; }
.lanes { position: relative; overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; background: var(--sheet); }
.lanes svg { display: block; }
.lane-names { position: sticky; left: 0; float: left; width: 0; z-index: 1; }
.lane-names span { display: flex; align-items: flex-start; height: 56px; width: 6em; padding: 1px 4px; font-size: .75rem; color: var(--soft); }
.lane-line { stroke: var(--line); }
.role-primary { fill: #2f6f53; background: #2f6f53; opacity: .22; } .role-secondary { fill: #3a6ea5; background: #3a6ea5; opacity: .18; }
.role-bootstrapping { fill: #b08a2e; background: #b08a2e; opacity: .22; } .role-disabled, .role-unknown, .role-sealed { fill: var(--quiet); opacity: .08; }
.fault, .fault-key { fill: var(--bad-stroke); background: var(--bad-stroke); opacity: .14; }
.request rect { fill: var(--good-stroke); } .request path { stroke: var(--stroke); stroke-width: .6; fill: none; }
.request.fail rect { fill: var(--quiet); } .request.unknown rect { fill: var(--bad-stroke); }
.request:hover rect, .frame:hover path, .asked:hover { stroke: var(--ink); stroke-width: 2; }
.frame path { stroke: #3a6ea5; stroke-width: .9; fill: none; opacity: .75; }
.frame.lost path, .frame.dropped path { stroke: var(--bad); stroke-dasharray: 3 2; }
.crash path { stroke: var(--bad); stroke-width: 3; } .start { fill: var(--good); }
.asked { fill: var(--good-stroke); } .asked.fail { fill: var(--quiet); } .asked.unknown { fill: var(--bad-stroke); }
.log { stroke: var(--stroke); stroke-width: 2; } .log.warn { stroke: #b08a2e; } .log.error { stroke: var(--bad); }
.leap path { stroke: var(--stroke); stroke-dasharray: 2 4; } .focus line { stroke: var(--bad); stroke-width: 3; }
.label { font: 11px var(--sans); fill: var(--ink); stroke: none; } .fault-label { fill: var(--bad); }
.bar-ok { background: var(--good-stroke); } .bar-fail { background: var(--quiet); } .bar-unknown { background: var(--bad-stroke); }
.moment { font: 11px var(--sans); fill: var(--soft); }
.key i { display: inline-block; width: 1.2em; height: .8em; margin-left: .6em; }
`;
