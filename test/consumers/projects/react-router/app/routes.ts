import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [index('routes/home.tsx'), route('masterdata/api/*', 'routes/masterdata.ts')] satisfies RouteConfig;
