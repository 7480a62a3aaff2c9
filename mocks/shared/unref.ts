/** Lets the process end although a timer is running. In browsers, timers are numbers and never keep a process alive. */
export function unref(timer: ReturnType<typeof setTimeout>): void {
  if (typeof timer === 'object') timer.unref();
}
