/**
 * A typedoc plugin that shows the names a program writes: categories by file, and `Product` instead of the fields that
 * zod infers.
 */
import {
  type Application,
  ArrayType,
  Comment,
  CommentTag,
  type Context,
  Converter,
  DeclarationReflection,
  PageEvent,
  type ProjectReflection,
  ReferenceReflection,
  ReferenceType,
  ReflectionKind,
  ReflectionType,
  type SomeType,
  UnionType,
  UnknownType,
} from 'typedoc';
import * as z from 'zod/mini';
import { policyNames } from '../../mocks/controls/policies.ts';
import { metadata, tableNames } from '../../mocks/store/metadata.ts';
import * as published from '../../src/schemas.ts';
import { describePolicy } from './policies.ts';

/** The category of a file: the first pattern that matches. A file without a category is an error. */
const categories: readonly (readonly [file: RegExp, category: string])[] = [
  [/^src\/types\/hooks\.ts$/, 'Hooks'],
  [/^src\/resources\//, 'Resources'],
  [/^src\/errors\/|^src\/contract\/(errors|validate)\.ts$/, 'Errors'],
  [/^src\/contract\/operations\.ts$/, 'Journal'],
  [/^src\/contract\//, 'Records and bodies'],
  [/^src\/(helpers|wire)\//, 'Functions'],
  [/^src\//, 'Client'],
  [/^mocks\/(store|seed)\/|^mocks\/controls\/snapshot\.ts$/, 'Records'],
  [/^mocks\/controls\/journal/, 'Journal'],
  [/^mocks\/controls\//, 'Behavior'],
  [/^mocks\/sandboxes\//, 'Sandboxes'],
  [/^mocks\/persistence\/|^mocks\/engine\/persistence\.ts$/, 'Persistence'],
  [/^mocks\//, 'Server'],
];

/** Called by typedoc. */
export function load({ converter, renderer }: Application): void {
  renderer.on(PageEvent.END, (page) => {
    page.contents = tidyPage(page.contents ?? '');
  });
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }: Context) => {
    hideAsyncMembers(project);
    hideHelpers(project);
    for (const module of project.children ?? []) {
      nameReexports(project, module);
      for (const declared of module.children ?? []) categorize(project, declared);
    }
    const records = nameRecords(project);
    nameSchemas(project, records);
    nameLiterals(project, records);
    nameFaults(project);
    describePolicies(project);
    sortRows(project);
    sortTables(project);
    for (const reflection of Object.values(project.reflections)) tidy(reflection.comment);
  });
}

/** Hides the members that an interface takes from a local mock by `Async`, because typedoc loses their comments. */
function hideAsyncMembers(project: ProjectReflection): void {
  for (const declared of declarations(project, ReflectionKind.Interface)) {
    const isAsync = declared.extendedTypes?.some((base) => base instanceof ReferenceType && base.name === 'Async');
    for (const member of isAsync ? [...(declared.children ?? [])] : []) {
      if (!(member.signatures?.[0] ?? member).hasComment()) project.removeReflection(member);
    }
  }
}

/** Hides base types that are not exported. */
function hideHelpers(project: ProjectReflection): void {
  for (const declared of declarations(project, ReflectionKind.ClassOrInterface)) {
    const bases = declared.extendedTypes?.filter(
      (base) => !(base instanceof ReferenceType && base.package === project.packageName && !base.reflection),
    );
    if (bases?.length) declared.extendedTypes = bases;
    else delete declared.extendedTypes;
  }
}

/** Names what a module exports from another one in its comment, instead of a heading for each. */
function nameReexports(project: ProjectReflection, module: DeclarationReflection): void {
  const references = (module.children ?? []).filter((child) => child instanceof ReferenceReflection);
  if (references.length === 0) return;
  module.comment ??= new Comment();
  module.comment.summary.push({ kind: 'text', text: '\n\nAlso exports ' });
  for (const [index, reference] of references.entries()) {
    const target = reference.getTargetReflectionDeep();
    if (index > 0) module.comment.summary.push({ kind: 'text', text: index < references.length - 1 ? ', ' : ' and ' });
    module.comment.summary.push({ kind: 'inline-tag', tag: '@link', text: target.name, target });
    project.removeReflection(reference);
  }
  module.comment.summary.push({ kind: 'text', text: '.' });
}

function categorize(project: ProjectReflection, declared: DeclarationReflection): void {
  const { packagePath: file = '' } = project.getSymbolIdFromReflection(declared) ?? {};
  const category = categories.find(([pattern]) => pattern.test(file))?.[1];
  if (category === undefined) throw new Error(`docs/generate/typedoc-plugin.ts has no category for ${file}`);
  // The comment of a function is on its signature.
  const target = declared.signatures?.[0] ?? declared;
  target.comment ??= new Comment();
  target.comment.blockTags.push(new CommentTag('@category', [{ kind: 'text', text: category }]));
}

/** Removes tables and headings that repeat the signature, and writes the other headings in sentence case. */
function tidyPage(markdown: string): string {
  return markdown
    .replaceAll(/^#+ Type Parameters\n\n\| Type Parameter \|\n\| :-+ \|\n(?:\| .* \|\n)+\n?/gm, '')
    .replaceAll(/^#+ Type Literal\n\n/gm, '')
    .replaceAll(/^(#+ (?:Call|Index|Type|Union)) ([A-Z])/gm, (_, start: string, letter: string) => {
      return `${start} ${letter.toLowerCase()}`;
    });
}

/** Moves `@see` into the summary and joins all `@throws` to one list. */
function tidy(comment: Comment | undefined): void {
  if (!comment) return;
  for (const { content } of comment.getTags('@see')) comment.summary.push({ kind: 'text', text: '\n\n' }, ...content);
  comment.removeTags('@see');
  const thrown = comment.getTags('@throws');
  if (thrown.length < 2) return;
  const list = thrown.flatMap(({ content }) => [{ kind: 'text', text: '\n- ' } as const, ...content]);
  comment.blockTags = comment.blockTags.filter((tag) => tag === thrown[0] || !thrown.includes(tag));
  for (const tag of thrown) tag.content = list;
}

/** Removes zod's `infer` from the interfaces that extend it, and returns the name of each interface's schema. */
function nameRecords(project: ProjectReflection): Map<DeclarationReflection, string> {
  const records = new Map<DeclarationReflection, string>();
  for (const record of declarations(project, ReflectionKind.Interface)) {
    const [base] = record.extendedTypes ?? [];
    if (!(base instanceof ReferenceType) || base.package !== 'zod') continue;
    const [argument] = base.typeArguments ?? [];
    const schemaName = argument?.type === 'query' ? argument.queryType.name : '';
    records.set(record, schemaName);
    delete record.extendedTypes;
    for (const field of record.children ?? []) {
      delete field.inheritedFrom;
      if (!field.hasComment()) throw new Error(`${record.name}.${field.name} has no comment`);
    }
    // TypeScript loses the order of the schema if it extends another.
    const schema: unknown = Reflect.get(published, schemaName);
    if (schema instanceof z.ZodMiniObject) sortByNames(record, Object.keys(schema.shape));
  }
  return records;
}

function sortByNames(record: DeclarationReflection, names: readonly string[]): void {
  // typedoc reads the first list for interfaces and the second for objects in tables.
  for (const fields of [record.children, record.childrenIncludingDocuments]) {
    fields?.sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name));
  }
}

/** Sorts the fields of rows and insertions, and hides the types that they are derived with. */
function sortRows(project: ProjectReflection): void {
  const interfaces = declarations(project, ReflectionKind.Interface);
  for (const name of tableNames) {
    const { columns, label } = metadata[name];
    const record = recordName(label);
    for (const title of [`${record}Row`, `${record}Insert`]) {
      const found = interfaces.find((candidate) => candidate.name === title);
      if (!found) throw new Error(`The API reference has no ${title}`);
      delete found.extendedTypes;
      for (const field of found.children ?? []) delete field.inheritedFrom;
      sortByNames(found, columns);
    }
  }
}

/** Sorts the properties that stand for a table, and shows a builder as the function it is. */
function sortTables(project: ProjectReflection): void {
  const records = tableNames.map((name) => recordName(metadata[name].label));
  const factories = records.map((record) => record.charAt(0).toLowerCase() + record.slice(1));
  for (const found of declarations(project, ReflectionKind.Interface)) {
    if (found.name === 'MockDatabase') sortByNames(found, tableNames);
    if (!['Factories', 'Builders'].includes(found.name)) continue;
    sortByNames(found, factories);
    if (found.name !== 'Builders') continue;
    for (const builder of found.children ?? []) {
      const record = records[factories.indexOf(builder.name)];
      builder.type = new UnknownType(`(fields, options?) => ${record}Insert`);
    }
  }
}

/** Returns the name of a type for a label: `ProductParent` for `Product parent`. */
function recordName(label: string): string {
  return label.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Shows the type of a schema as `ZodMiniType<Product>`. */
function nameSchemas(project: ProjectReflection, records: ReadonlyMap<DeclarationReflection, string>): void {
  for (const variable of declarations(project, ReflectionKind.Variable)) {
    const record = [...records].find(([, schema]) => schema === variable.name)?.[0];
    if (!record || !(variable.type instanceof ReferenceType)) continue;
    project.removeTypeReflections(variable.type);
    variable.type = ReferenceType.createBrokenReference('ZodMiniType', project, 'zod');
    variable.type.typeArguments = [reference(record, project)];
  }
}

/** Shows an object that has exactly the fields of a record as that record. */
function nameLiterals(project: ProjectReflection, records: ReadonlyMap<DeclarationReflection, string>): void {
  const names = new Map(
    [...records.keys()].flatMap((record) => {
      const fields = fieldsOf(record, project);
      return fields === undefined ? [] : [[fields, record] as const];
    }),
  );
  const named = (type: SomeType): SomeType => {
    if (type instanceof ArrayType) return new ArrayType(named(type.elementType));
    if (type instanceof UnionType) return new UnionType(type.types.map(named));
    const record = type instanceof ReflectionType ? names.get(fieldsOf(type.declaration, project) ?? '') : undefined;
    if (!record) return type;
    project.removeTypeReflections(type);
    return reference(record, project);
  };
  for (const field of declarations(project, ReflectionKind.Property)) {
    if (field.type) field.type = named(field.type);
  }
}

/** Shows the presets as `Fault[]`, since their comments list the faults. */
function nameFaults(project: ProjectReflection): void {
  const fault = declarations(project, ReflectionKind.TypeAlias).find(({ name }) => name === 'Fault');
  const presets = declarations(project, ReflectionKind.Variable).find(({ name }) => name === 'faultPresets');
  if (!fault || !(presets?.type instanceof ReflectionType))
    throw new Error('mocks/index.ts must export faultPresets and Fault');
  for (const preset of presets.type.declaration.children ?? []) {
    project.removeTypeReflections(preset.type);
    preset.type = new ArrayType(reference(fault, project));
  }
}

/** Shows the description of each policy, and its default, like the declarations in `dist`. */
function describePolicies(project: ProjectReflection): void {
  const policies = declarations(project, ReflectionKind.Interface).find(({ name }) => name === 'MockPolicies');
  if (!policies) throw new Error('mocks/index.ts must export MockPolicies as an interface');
  for (const name of policyNames) {
    const policy = policies.children?.find((child) => child.name === name);
    if (policy) policy.comment = new Comment([{ kind: 'text', text: describePolicy(name) }]);
  }
  sortByNames(policies, policyNames);
}

/** Identifies the declarations of the fields. Two objects with the same declarations come from one schema. */
function fieldsOf({ children = [] }: DeclarationReflection, project: ProjectReflection): string | undefined {
  const fields = children.map((field) => {
    const { packagePath, pos } = project.getSymbolIdFromReflection(field) ?? {};
    return `${field.name} ${packagePath} ${pos}`;
  });
  return fields.length === 0 ? undefined : fields.sort().join('\n');
}

function reference(record: DeclarationReflection, project: ProjectReflection): ReferenceType {
  return ReferenceType.createResolvedReference(record.name, record, project);
}

function declarations(project: ProjectReflection, kind: ReflectionKind): DeclarationReflection[] {
  return project.getReflectionsByKind(kind).filter((found) => found instanceof DeclarationReflection);
}
