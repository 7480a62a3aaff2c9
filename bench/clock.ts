/**
 * Returns the processor time of the main thread in milliseconds. Unlike elapsed time, it does not include the work of
 * other processes on a busy machine.
 */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
