import type { JournalSummary } from '../../../controls/journal-entry.ts';

export const statusFilters = {
  all: 'All statuses',
  success: 'Success',
  client: '4xx',
  server: '5xx and no response',
  fault: 'With a fault',
} as const;

export type StatusFilter = keyof typeof statusFilters;

/** The filters of the list, as they are in the query of the place. */
export interface RequestFilter {
  readonly text: string;
  readonly operation: string;
  readonly status: StatusFilter;
  readonly user: string;
}

export function parseFilter(query: Readonly<Record<string, string>>): RequestFilter {
  const { text = '', operation = '', status = 'all', user = '' } = query;
  return { text, operation, status: isStatusFilter(status) ? status : 'all', user };
}

export function matchesFilter(request: JournalSummary, { text, operation, status, user }: RequestFilter): boolean {
  if (operation !== '' && request.operation !== operation) return false;
  if (user !== '' && request.user !== user) return false;
  if (!matchesStatus(request, status)) return false;
  const wanted = text.trim().toLowerCase();
  const content = `${request.method} ${request.url} ${request.operation ?? ''} ${request.status} ${request.fault ?? ''}`;
  return wanted.split(/\s+/).every((word) => content.toLowerCase().includes(word));
}

function matchesStatus({ status, fault }: JournalSummary, filter: StatusFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'success':
      return status >= 200 && status < 400;
    case 'client':
      return status >= 400 && status < 500;
    case 'server':
      return status === 0 || status >= 500;
    case 'fault':
      return fault !== undefined;
  }
}

function isStatusFilter(value: string): value is StatusFilter {
  return Object.hasOwn(statusFilters, value);
}
