import { defineEnvVars } from '@sveltejs/kit/env';

export const variables = defineEnvVars({ MASTERDATA_BASE_URL: {}, MASTERDATA_API_TOKEN: {} });
