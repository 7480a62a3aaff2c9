/** Names the program that sends a request to the control API. The workbench sends many by itself. */
export const clientHeader = 'x-masterdata-mock-client';
