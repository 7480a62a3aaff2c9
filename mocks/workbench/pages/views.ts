import { addStyles } from '../app/styles.ts';
import dialog from '../components/dialog.css';
import fields from '../components/fields.css';
import grid from '../components/grid.css';
import schemaForm from '../schema-form/schema-form.css';
import explorer from './explorer/explorer.css';
import { ExplorerView } from './explorer/explorer-view.tsx';
import failures from './failures/failures.css';
import { FailuresView } from './failures/failures-view.tsx';
import history from './history/history.css';
import { HistoryView } from './history/history-view.tsx';
import policies from './policies/policies.css';
import { PoliciesView } from './policies/policies-view.tsx';
import records from './records/records.css';
import { RecordsView } from './records/records-view.tsx';
import requests from './requests/requests.css';
import { RequestsView } from './requests/requests-view.tsx';
import sandboxes from './sandboxes/sandboxes.css';
import { SandboxesView } from './sandboxes/sandboxes-view.tsx';
import shared from './shared.css';
import snapshots from './snapshots/snapshots.css';
import { SnapshotsView } from './snapshots/snapshots-view.tsx';
import time from './time/time.css';
import { TimeView } from './time/time-view.tsx';
import tokens from './tokens/tokens.css';
import { TokensView } from './tokens/tokens-view.tsx';

/**
 * The views of all pages but the first, by the name of the page. They load together with their styles: over a slow
 * network, each file costs a round trip.
 */
export const views = {
  explorer: ExplorerView,
  failures: FailuresView,
  history: HistoryView,
  policies: PoliciesView,
  records: RecordsView,
  requests: RequestsView,
  sandboxes: SandboxesView,
  snapshots: SnapshotsView,
  time: TimeView,
  tokens: TokensView,
};

addStyles(dialog, fields, grid, shared, schemaForm, explorer, failures, history, policies, records, requests);
addStyles(sandboxes, snapshots, time, tokens);
