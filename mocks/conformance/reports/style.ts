import { Html } from '../../shared/escape.ts';

/** The style of the HTML report. */
export const style = new Html(`
:root { --text: #1c2024; --muted: #555b63; --line: #d5d9de; --panel: #f4f6f8; --control: #7b838c; --good: #0b6e35; --bad: #b3261e;
  background: #fff; color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e8eaed; --muted: #a8b0ba; --line: #3a4149; --panel: #20252b; --control: #838c97; --good: #6fd69a; --bad: #ff9d94;
    background: #14171a; }
}
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; margin: 0; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: .9rem; margin: 1rem 0 .25rem; }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
code { overflow-wrap: anywhere; }
.result { font-size: 1.1rem; font-weight: 600; }
.passed { color: var(--good); }
.failed { color: var(--bad); }
.not-run { color: var(--muted); }
dl { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 0; }
dt { color: var(--muted); font-size: .8rem; }
dd { margin: 0; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: .5rem .75rem; }
summary { cursor: pointer; overflow-wrap: anywhere; }
blockquote { border-left: 3px solid var(--line); color: var(--muted); margin: .75rem 0; padding-left: .75rem; }
cite { display: block; font-size: .8rem; font-style: normal; }
pre { background: var(--panel); border-radius: 6px; overflow-x: auto; padding: .75rem; white-space: pre-wrap;
  overflow-wrap: anywhere; }
.table { overflow-x: auto; }
table { border-collapse: collapse; min-width: 44rem; width: 100%; }
th, td { border-bottom: 1px solid var(--line); font-weight: 400; padding: .4rem .75rem .4rem 0; text-align: left;
  vertical-align: top; }
th[scope='row'] { white-space: nowrap; }
thead th { color: var(--muted); font-size: .8rem; }
td { min-width: 8rem; }
li { overflow-wrap: anywhere; }
form { align-items: end; display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 2rem; }
form[hidden] { display: none; }
label { color: var(--muted); display: grid; font-size: .8rem; }
input, select, button { background: var(--panel); border: 1px solid var(--control); border-radius: 6px;
  color: var(--text); font: 1rem/1.5 system-ui, sans-serif; max-width: 100%; min-height: 2.75rem; padding: .25rem .6rem; }
output { color: var(--muted); padding: .6rem 0; }
:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
del, ins { font-weight: 600; text-decoration: none; }
del { color: var(--good); }
ins { color: var(--bad); }
.legend { font-weight: 400; }
details > p, section > p[data-kind] { overflow-wrap: anywhere; }
`);
