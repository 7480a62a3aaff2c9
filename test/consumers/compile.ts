import type { Project } from './project.ts';

/** What a version of TypeScript says of a project, with each of these configurations of it; nothing where all is well. */
export async function compile(project: Project, version: string, configurations: readonly string[]): Promise<string> {
  const compiler = `node_modules/typescript-${version}/bin/tsc`;
  // One resume for all: it reads each library once.
  const configs = configurations.map((name) => `tsconfig.${name}.json`);
  return project.run('node', [compiler, '--build', '--pretty', 'false', ...configs]).then(
    ({ stdout }) => stdout,
    ({ message }: Error) => message,
  );
}
