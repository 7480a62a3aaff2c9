/** The number of bad rows after which an import stops. In a file of its own, because the workbench shows it. */
export const maxBadRows = 100;
