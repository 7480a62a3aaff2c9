/** Completion for shells, made of the options that commander knows. */
import type { Command, Option } from 'commander';

/** The shells that there is a script for. */
export const shells = ['bash', 'zsh', 'fish'] as const;

/** A shell with completion. */
export type Shell = (typeof shells)[number];

/** What can follow an option. */
export interface Values {
  readonly words: readonly string[];
  /** Whether a file can. */
  readonly files?: boolean;
}

/** The script that completes a command, for a shell to evaluate. `values` has what can follow each option, by its long flag. */
export function completion(shell: Shell, program: Command, values: Readonly<Record<string, Values>>): string {
  const options = [...program.createHelp().visibleOptions(program)].map((option) => ({
    option,
    values: option.required ? (values[option.long ?? ''] ?? { words: [] }) : undefined,
  }));
  const commands = program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    words: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  }));
  return { bash, zsh, fish }[shell]({ name: program.name(), options, commands });
}

interface Model {
  readonly name: string;
  readonly options: readonly { readonly option: Option; readonly values: Values | undefined }[];
  readonly commands: readonly {
    readonly name: string;
    readonly description: string;
    readonly words: readonly string[];
  }[];
}

const flagsOf = ({ short, long }: Option) => [short, long].filter((flag) => flag !== undefined);
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function bash({ name, options, commands }: Model): string {
  const id = name.replace(/\W/g, '_');
  // Bash takes `name=value` for three words: the value is completed by the name before the `=`.
  const assigned = new Map<string, string[]>();
  const firsts = (words: readonly string[]) => [
    ...new Set(words.map((word) => (word.includes('=') ? `${word.slice(0, word.indexOf('='))}=` : word))),
  ];
  for (const { values } of options) {
    for (const word of values?.words ?? []) {
      const at = word.indexOf('=');
      if (at > 0) assigned.set(word.slice(0, at), [...(assigned.get(word.slice(0, at)) ?? []), word.slice(at + 1)]);
    }
  }
  const cases = [
    ...options.flatMap(({ option, values }) =>
      values
        ? [
            `    ${flagsOf(option).join('|')}) words=${quoted(firsts(values.words).join(' '))};${values.files ? ' files=1;' : ''} ;;`,
          ]
        : [],
    ),
    ...commands.map(({ name: command, words }) => `    ${command}) words=${quoted(words.join(' '))} ;;`),
  ];
  const all = [...options.flatMap(({ option }) => flagsOf(option)), ...commands.map((command) => command.name)];
  return `# Completion of ${name} for bash: eval "$(${name} completion bash)"
_${id}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" assigned= words= files=
  if [[ $current == '=' ]]; then assigned=$previous current=
  elif [[ $previous == '=' ]]; then assigned="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  if [[ -n $assigned ]]; then
    case "$assigned" in
${[...assigned].map(([word, values]) => `      ${word}) words=${quoted(values.join(' '))} ;;`).join('\n')}
    esac
  else
    case "$previous" in
${cases.map((line) => `  ${line}`).join('\n')}
      *) words=${quoted(all.join(' '))} ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ -n $files ]]; then COMPREPLY+=($(compgen -f -- "$current")); fi
  if [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi
}
complete -o filenames -F _${id} ${name}
`;
}

function zsh({ name, options, commands }: Model): string {
  const id = name.replace(/\W/g, '_');
  const text = (description: string) => description.replace(/[[\]:\\]/g, '\\$&');
  const specs = options.flatMap(({ option, values }) =>
    flagsOf(option).map((flag) => {
      const repeated = option.description.endsWith('repeatable') ? '*' : '';
      return quoted(`${repeated}${flag}[${text(option.description)}]${values ? `:value:${zshAction(values)}` : ''}`);
    }),
  );
  return `#compdef ${name}
# Completion of ${name} for zsh: source <(${name} completion zsh)
_${id}() {
  if (( CURRENT == 3 )); then
    case "$words[2]" in
${commands.map((command) => `      ${command.name}) compadd ${command.words.join(' ')}; return ;;`).join('\n')}
    esac
  fi
  local commands=(${commands.map((command) => quoted(`${command.name}:${text(command.description)}`)).join(' ')})
  if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then _describe command commands; fi
  _arguments ${specs.join(' \\\n    ')}
}
compdef _${id} ${name}
`;
}

function zshAction({ words, files }: Values): string {
  const listed = `(${words.join(' ')})`;
  if (!files) return words.length > 0 ? listed : ' ';
  return words.length > 0 ? `{_alternative "words:word:${listed}" "files:file:_files"}` : '_files';
}

function fish({ name, options, commands }: Model): string {
  const lines = [
    ...options.map(({ option, values }) =>
      [
        `complete -c ${name}`,
        option.short && `-s ${option.short.slice(1)}`,
        option.long && `-l ${option.long.slice(2)}`,
        values && (values.files ? '-r -F' : '-x'),
        values && values.words.length > 0 && `-a ${quoted(values.words.join(' '))}`,
        `-d ${quoted(option.description)}`,
      ]
        .filter(Boolean)
        .join(' '),
    ),
    ...commands.flatMap((command) => [
      `complete -c ${name} -n __fish_use_subcommand -f -a ${command.name} -d ${quoted(command.description)}`,
      ...(command.words.length > 0
        ? [
            `complete -c ${name} -n '__fish_seen_subcommand_from ${command.name}' -f -a ${quoted(command.words.join(' '))}`,
          ]
        : []),
    ]),
  ];
  return `# Completion of ${name} for fish: ${name} completion fish | source\n${lines.join('\n')}\n`;
}
