import { requestsPerSecond } from "./load.ts";
import { raisedBare, raisedClusters } from "./raised.ts";
import { readFileSync } from "node:fs";
import { execSync } from "node:child_process";
await using cluster = await raisedClusters(["Oslo"]);
const token = cluster.readerToken; const [o] = cluster.addresses;
const paths = ["/v1/sys/health","/v1/colours/sky"];
const b: any = {}; for (const p of paths) b[p] = await (await fetch(o+p,{headers:{"x-vault-token":token}})).json();
await using bare = await raisedBare(1,b);
const pids = execSync(`pgrep -P ${process.pid}`).toString().trim().split("\n");
const pidOf = (s: string) => pids.find(p=>{ try { return readFileSync(`/proc/${p}/cmdline`,"utf8").includes(s)} catch {return false}})!;
const cpu = (pid: string) => { const f = readFileSync(`/proc/${pid}/stat`,"utf8").split(") ")[1].split(" "); return (Number(f[11])+Number(f[12]))*10; };
for (const round of [0,1,2]) for (const p of paths) for (const [name, origin, pid] of [["ours",o,pidOf("clusters.ts")],["bare",bare.addresses[0],pidOf("bare.ts")]] as const) {
  const c0=cpu(pid), m0=process.cpuUsage(); const t0=performance.now();
  const r = await requestsPerSecond({url:origin+p,token},3);
  const dt=performance.now()-t0; const c=cpu(pid)-c0; const m=process.cpuUsage(m0);
  console.log(round, p, name, Math.round(r)+"/s", "server cpu", (c/dt*100).toFixed(0)+"%", "client cpu", ((m.user+m.system)/1000/dt*100).toFixed(0)+"%", "µs cpu/request", (c*1000/(r*3)).toFixed(1));
}
