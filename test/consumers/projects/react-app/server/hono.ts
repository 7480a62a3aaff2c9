import { Hono } from 'hono';
import { forward } from './forward.ts';

export const app = new Hono();

// Authenticate the visitor first: the proxy acts with your token.
app.all('/masterdata/api/*', (context) => forward(context.req.raw));
