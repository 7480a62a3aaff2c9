import node from '@astrojs/node';
import { defineConfig, envField } from 'astro/config';

const secret = envField.string({ context: 'server', access: 'secret' });

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  env: { schema: { MASTERDATA_BASE_URL: secret, MASTERDATA_API_TOKEN: secret } },
});
