import type { NextConfig } from 'next';

const config: NextConfig = {
  // MSW intercepts the modules of Node, so that they must be the same for it and for your code.
  serverExternalPackages: ['msw', 'masterdata-sdk'],
  env: { NEXT_PUBLIC_MOCK: process.env.NEXT_PUBLIC_MOCK ?? '' },
};

export default config;
