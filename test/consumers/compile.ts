import type { Project } from './project.ts';

/** Compiles a project with a version of TypeScript and each of the configurations. Returns the errors, or ''. */
export async function compile(project: Project, version: string, configurations: readonly string[]): Promise<string> {
  const compiler = `node_modules/typescript-${version}/bin/tsc`;
  // One run for all configurations, which reads each library once.
  const configs = configurations.map((name) => `tsconfig.${name}.json`);
  return project.run('node', [compiler, '--build', '--pretty', 'false', ...configs]).then(
    ({ stdout }) => stdout,
    ({ message }: Error) => message,
  );
}
