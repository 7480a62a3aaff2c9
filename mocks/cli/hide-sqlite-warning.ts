/** Hides the warning of Node 22 and 24 that SQLite is experimental. A library must not do this, but a command may. */
export function hideSqliteWarning(): void {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...details: unknown[]) => {
    if (details[0] === 'ExperimentalWarning' && String(warning).startsWith('SQLite ')) return;
    Reflect.apply(emitWarning, process, [warning, ...details]);
  };
}
