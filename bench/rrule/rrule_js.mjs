// The same as main.cc, for rrule.js: one question, for some time.
import rrule from "rrule";
import { parseArgs } from "node:util";

const { RRule } = rrule;
const { values } = parseArgs({
  options: {
    dtstart: { type: "string" },
    tzid: { type: "string" },
    rrule: { type: "string" },
    from: { type: "string" },
    to: { type: "string" },
    "read-each-time": { type: "boolean" },
    ms: { type: "string", default: "300" },
  },
});

// rrule.js has wall times as dates in UTC.
function date(text) {
  const part = (from, to) => Number(text.slice(from, to));
  return new Date(Date.UTC(part(0, 4), part(4, 6) - 1, part(6, 8), part(9, 11), part(11, 13),
    part(13, 15)));
}

function read() {
  const options = RRule.parseString(values.rrule);
  options.dtstart = date(values.dtstart);
  if (values.tzid) options.tzid = values.tzid;
  return new RRule(options, true); // true: do not keep results from call to call.
}

let rule = read();
const from = values.from && date(values.from);
const to = values.to && date(values.to);

function ask() {
  if (values["read-each-time"]) rule = read();
  let count = 0;
  let sum = 0;
  const found = from ? rule.between(from, to, true) : rule.all();
  for (const time of found) {
    if (to && time >= to) continue;
    count += 1;
    sum += time.getTime() / 1000;
  }
  return { count, sum };
}

// Processor time, as in main.cc.
function now() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

// At first the compiler sees what is hot; what takes longer than that is measured at once.
const duration = Number(values.ms);
let begin = now();
const first = ask();
let expansions = 1;
if (now() - begin < duration) {
  while (now() - begin < duration / 2) ask();
  begin = now();
  expansions = 0;
  while (now() - begin < duration) {
    ask();
    expansions += 1;
  }
}
console.log(JSON.stringify({ ...first, ns: ((now() - begin) * 1e6) / expansions }));
