/** A part of a run. */
export interface Task {
  /** The ids of the records that the task changes or compares. Tasks that share one run in order, one at a time. */
  readonly records: readonly string[];
  readonly run: () => Promise<void>;
}

/**
 * Runs tasks, at most `limit` at a time. After an error, it starts no more tasks, waits for the others that run, and
 * throws the error.
 */
export async function runTasks(tasks: readonly Task[], limit: number): Promise<void> {
  // Tasks that wait for others start first. Otherwise, the last of them would run by themselves.
  const waiting = [...tasks].sort((a, b) => Math.min(b.records.length, 1) - Math.min(a.records.length, 1));
  const running = new Map<Task, Promise<unknown>>();
  const errors: unknown[] = [];
  const start = (task: Task) => {
    waiting.splice(waiting.indexOf(task), 1);
    const ending = task
      .run()
      .catch((error: unknown) => errors.push(error))
      .finally(() => running.delete(task));
    running.set(task, ending);
  };
  for (;;) {
    const next = errors.length === 0 && running.size < limit ? findNext(waiting, [...running.keys()]) : undefined;
    if (next) start(next);
    else if (running.size > 0) await Promise.race(running.values());
    else break;
  }
  if (errors.length > 0) throw errors[0];
}

/** Returns the first task whose records neither a running task nor an earlier one uses. */
function findNext(waiting: readonly Task[], running: readonly Task[]): Task | undefined {
  const used = new Set(running.flatMap(({ records }) => records));
  return waiting.find(({ records }) => {
    const isFree = !records.some((id) => used.has(id));
    for (const id of records) used.add(id);
    return isFree;
  });
}
