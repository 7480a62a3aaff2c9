import type { Preview } from '@storybook/react-vite';
import { mswLoader } from 'msw-storybook-addon/csf3';
import { mock, worker } from '../src/mock';

const preview: Preview = {
  loaders: [
    mswLoader(async () => {
      await worker.start({ quiet: true });
      return worker;
    }),
  ],
  beforeEach: () => mock.reset(),
};

export default preview;
