import { HttpResponse, http } from 'msw';
import { Customers } from './customers.jsx';
import { mock } from './mock.js';

export default { component: Customers };

export const List = {};

export const Loading = { beforeEach: () => mock.faults.hold('customers.list').release };

export const Failing = {
  beforeEach() {
    mock.faults.add({ on: 'customers.list', status: 403 });
  },
};

// A handler takes the place of the mock in this story.
export const Empty = {
  parameters: { msw: [http.get('/masterdata/api/customers', () => HttpResponse.json({ success: true, data: [] }))] },
};
