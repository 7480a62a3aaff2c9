import { table } from '../docs/generate/markdown.ts';
import { generated, packages } from './client.ts';
import { medians } from './medians.ts';
import { type Measurement, machine, of, say } from './report.ts';

const subjects: Readonly<Record<string, string>> = { ...packages, ...generated };
const rounds = 5;
const signed = new Intl.NumberFormat('en', { maximumFractionDigits: 0, signDisplay: 'exceptZero', useGrouping: false });

/** Measures how long it takes to compile code that uses the client, next to other SDKs. */
export async function measureTypes(): Promise<Measurement> {
  say(`Types, ${rounds} rounds …`);
  const names = [...Object.keys(subjects), 'fetch'];
  const programs = names.map((subject) => [subject, ['bench/types/compile.ts', subject]]);
  const measured = await medians(Object.fromEntries(programs), rounds);
  const beyond = (subject: string, figure: string) =>
    of(measured, `${subject} ${figure}`) - of(measured, `fetch ${figure}`);
  const types = table(
    ['client', 'files read', 'types created', 'instantiations', 'ms to compile'],
    names.map((subject) =>
      subject === 'fetch'
        ? [
            'fetch (baseline)',
            ...['files', 'types', 'instantiations', 'time'].map((figure) => of(measured, `fetch ${figure}`).toFixed(0)),
          ]
        : [
            subject,
            ...['files', 'types', 'instantiations', 'time'].map((figure) => signed.format(beyond(subject, figure))),
          ],
    ),
  );
  say(types);
  const versions = Object.values(subjects).filter((name) => name !== 'masterdata-sdk');
  return { results: [machine([...versions, 'typescript']), types] };
}
