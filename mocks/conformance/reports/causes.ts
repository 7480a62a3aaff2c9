import { operationNames, operations } from '../../../src/contract/operations.ts';
import { bodyFieldsOf } from '../body-fields.ts';
import type { ConformanceFinding, FindingPlace } from './report.ts';

/** A finding at one place. */
export type SingleFinding = Omit<ConformanceFinding, 'places' | 'others'>;

/** The places of a finding that a report lists, in addition to the first one. */
const maxOthers = 49;

/** The places of a finding whose exchanges a report shows. */
export const maxExamples = 3;

const operationName = new RegExp(`\\b(?:${operationNames.join('|').replaceAll('.', '\\.')})\\b`, 'g');

type Symptom = Pick<SingleFinding, 'kind' | 'subject' | 'message'> & Partial<Pick<SingleFinding, 'field' | 'problem'>>;

/** Names the cause of a finding, as far as it shows by itself. The same symptom has the same name everywhere. */
export function causeOf({ kind, subject, field = '', problem, message }: Symptom): string {
  if (kind === 'policy') return `${kind} ${subject}`;
  if (kind === 'rule') return `${kind} ${symptomOf(message)}`;
  if (kind === 'walk') return [kind, subject, /`[^`]*`/.exec(message)?.[0] ?? symptomOf(message)].join(' ');
  // The subject is the check that made the call. The message begins with the call.
  if (kind === 'recording') return `${kind} ${message.replace(/^[^:]*: /, '').replaceAll(/"[^"]*"/g, '')}`;
  const form = subject.includes('(error)') ? ' (error)' : '';
  // A page of HTML shows both.
  if (problem === 'content-type' || problem === 'body') return `${kind} body${form}`;
  if (problem === undefined || problem === 'status') return `${kind} status ${symptomOf(message)}`;
  // The fields of an error are those of the request, and a server can have any number of additional fields.
  const isAnyField = form !== '' || problem === 'additional';
  return `${kind}${form} ${problem} ${isAnyField ? symptomOf(message) : field}`;
}

/** Removes from a message the operation, the fields, the values and the texts of the server. */
function symptomOf(message: string): string {
  return message
    .replaceAll(operationName, '…')
    .replaceAll(/`[^`]*`(?:(?:, | and )`[^`]*`)*/g, '…')
    .replaceAll(/ ?".*"/g, '')
    .replace(/^… .* was accepted$/, '… was accepted')
    .replace(/the model \w+/, 'the model …')
    .replace(/failed: .*/, 'failed')
    .replace(/ (differs?\b.*? in|also changes) .*/, ' $1 …')
    .replaceAll(/\d+/g, '#');
}

type Group = readonly SingleFinding[];

/** Returns an entry for each cause, the worst one first. */
export function groupByCause(findings: readonly SingleFinding[]): ConformanceFinding[] {
  const groups = [...groupBy(findings, causeOf).values()];
  return mergeConsequences(mergeFields(groups)).sort(byWeight).map(toEntry);
}

/** Merges the fields with the same problem in the same operations, for example all fields of an empty record. */
function mergeFields(groups: readonly Group[]): Group[] {
  const byProblem = groupBy<Group, unknown>(groups, (group) => {
    const [{ kind, subject, problem = '', message }] = group as readonly [SingleFinding];
    const isField =
      kind === 'contract' && ['missing', 'null', 'type'].includes(problem) && !subject.includes('(error)');
    if (!isField) return group;
    return [problem, symptomOf(message), ...group.map(({ operation }) => operation).sort()].join('\n');
  });
  return [...byProblem.values()].map((same) => same.flat());
}

/** The symptom of the rule about each field of an update. */
const isUnstored = ({ kind, subject, message }: SingleFinding) =>
  kind === 'rule' && subject.endsWith('.update.fields') && /does not have the value that was sent$/.test(message);

/** Moves the findings about an update that stores nothing to the entry that says so: they follow from it. */
function mergeConsequences(groups: readonly Group[]): Group[] {
  const main = groups.find((group) => group.some(isUnstored));
  if (!main) return [...groups];
  const broken = operations
    .map(({ name }) => name)
    .filter((name) => {
      const unstored = main.filter((finding) => isUnstored(finding) && finding.subject === `${name}.fields`);
      return unstored.length * 2 > Math.max(bodyFieldsOf(name).length, 1);
    });
  const follows = ({ kind, subject }: SingleFinding) =>
    (kind === 'rule' || kind === 'walk') && broken.some((operation) => `${subject}.`.startsWith(`${operation}.`));
  const others = groups.filter((group) => group !== main);
  return [
    [...main, ...others.flatMap((group) => group.filter(follows))],
    ...others.map((group) => group.filter((finding) => !follows(finding))).filter((group) => group.length > 0),
  ];
}

/** Sorts the causes that concern other workspaces and tokens first, and then those with the most places. */
function byWeight(a: Group, b: Group): number {
  return rank(a) - rank(b) || b.length - a.length;
}

function rank([first]: Group): number {
  const index = ['isolation.', 'auth.', 'permissions.'].findIndex((prefix) => first?.subject.startsWith(prefix));
  return index === -1 ? 3 : index;
}

function toEntry(group: Group): ConformanceFinding {
  const [first, ...rest] = group as readonly [SingleFinding, ...SingleFinding[]];
  const others = sampleOf(rest).map((finding, index) => placeOf(finding, first, index < maxExamples - 1));
  return {
    ...first,
    count: group.reduce((sum, { count }) => sum + count, 0),
    places: group.length,
    ...(others.length > 0 && { others }),
  };
}

/** Returns the places to list: at least one for each check, and then the first ones. */
function sampleOf(group: Group): Group {
  if (group.length <= maxOthers) return group;
  const checks = new Set<string>();
  const isNew = ({ operation, subject }: SingleFinding) => {
    const check = operation ?? subject;
    return !checks.has(check) && checks.add(check);
  };
  const representatives = new Set(group.filter(isNew));
  return [...representatives, ...group.filter((finding) => !representatives.has(finding))].slice(0, maxOthers);
}

function placeOf(finding: SingleFinding, first: SingleFinding, hasExample: boolean): FindingPlace {
  const { kind: _, example, curl, sentence, ...place } = finding;
  return {
    ...place,
    ...(sentence && sentence.text !== first.sentence?.text && { sentence }),
    ...(hasExample && example && { example }),
    ...(hasExample && curl && { curl }),
  };
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
