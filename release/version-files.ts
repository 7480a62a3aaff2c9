/** The files that contain the version of the package, each with a function that replaces it. */
export const versionFiles: Readonly<Record<string, (text: string, version: string) => string>> = {
  'package.json': (text, version) => replaceLine(text, /^ {2}"version": ".*",$/m, `  "version": "${version}",`),
  'package-lock.json': (text, version) => {
    const lock: { version: string; packages: Record<string, object> } = JSON.parse(text);
    lock.version = version;
    lock.packages[''] = { ...lock.packages[''], version };
    return `${JSON.stringify(lock, undefined, 2)}\n`;
  },
  'src/contract/version.ts': (text, version) =>
    replaceLine(text, /^export const VERSION = '.*';$/m, `export const VERSION = '${version}';`),
  'examples/docker/Dockerfile': (text, version) => replaceLine(text, /^ARG VERSION=.*$/m, `ARG VERSION=${version}`),
};

/** Replaces a line that a file must have. */
function replaceLine(text: string, former: RegExp, line: string): string {
  if (!former.test(text)) throw new Error(`must have a line like ${line}`);
  return text.replace(former, () => line);
}
