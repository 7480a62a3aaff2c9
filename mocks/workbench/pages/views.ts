/**
 * The views of all pages but the first, which load together with their styles: over a slow network, each file costs a
 * round trip.
 */
import { addStyles } from '../app/styles.ts';
import schemaForm from '../schema-form/schema-form.css';
import explorer from './explorer/explorer.css';
import failures from './failures/failures.css';
import history from './history/history.css';
import policies from './policies/policies.css';
import records from './records/records.css';
import requests from './requests/requests.css';
import sandboxes from './sandboxes/sandboxes.css';
import shared from './shared.css';
import states from './states/states.css';
import time from './time/time.css';
import tokens from './tokens/tokens.css';

export { ExplorerView } from './explorer/explorer-view.tsx';
export { FailuresView } from './failures/failures-view.tsx';
export { HistoryView } from './history/history-view.tsx';
export { PoliciesView } from './policies/policies-view.tsx';
export { RecordsView } from './records/records-view.tsx';
export { RequestsView } from './requests/requests-view.tsx';
export { SandboxesView } from './sandboxes/sandboxes-view.tsx';
export { StatesView } from './states/states-view.tsx';
export { TimeView } from './time/time-view.tsx';
export { TokensView } from './tokens/tokens-view.tsx';

addStyles(
  [schemaForm, explorer, failures, history, policies, records, requests, sandboxes, shared, states, time, tokens].join(
    '\n',
  ),
);
