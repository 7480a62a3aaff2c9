/** Package managers, and the starts of their commands that install a package or run a program. */
const managers = [
  { name: 'npm', install: 'npm install ', develop: 'npm install --save-dev ', run: 'npx ' },
  { name: 'pnpm', install: 'pnpm add ', develop: 'pnpm add --save-dev ', run: 'pnpm exec ' },
  { name: 'yarn', install: 'yarn add ', develop: 'yarn add --dev ', run: 'yarn run ' },
  { name: 'bun', install: 'bun add ', develop: 'bun add --dev ', run: 'bunx ' },
] as const;

const [npm] = managers;

/** Gives each block of Markdown that installs packages a tab for each package manager. */
export function withPackageManagers(markdown: string): string {
  return markdown.replace(/^( *)```sh\n([\s\S]*?)^ *```$/gm, (block, indent: string, commands: string) => {
    if (!commands.includes(npm.install)) return block;
    const tabs = managers.map(({ name, install, develop, run }) => {
      const translated = commands
        .replaceAll(npm.develop, develop)
        .replaceAll(npm.install, install)
        .replaceAll(npm.run, run);
      return `${indent}\`\`\`sh [${name}]\n${translated}${indent}\`\`\`\n`;
    });
    return `${indent}::: code-group\n\n${tabs.join('\n')}\n${indent}:::`;
  });
}
