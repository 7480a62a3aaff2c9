import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { Customers } from './customers';
import { mock } from './mock';

const meta: Meta<typeof Customers> = { component: Customers };

export default meta;

type Story = StoryObj<typeof meta>;

export const List: Story = {};

export const Loading: Story = { beforeEach: () => mock.faults.hold('customers.list').release };

export const Failing: Story = {
  beforeEach() {
    mock.faults.add({ on: 'customers.list', status: 403 });
  },
};

// A handler takes the place of the mock in this story.
export const Empty: Story = {
  parameters: { msw: [http.get('/masterdata/api/customers', () => HttpResponse.json({ success: true, data: [] }))] },
};
