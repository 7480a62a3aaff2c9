/**
 * Milliseconds that the processor has spent on the main thread. On an idle machine these are the milliseconds that
 * pass, for nothing here waits; on a busy one they leave out what the machine does for others.
 */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
