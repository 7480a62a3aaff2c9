import { Hono } from 'hono';
import { forward } from './forward.js';

export const app = new Hono();

// Check before that the visitor is signed in: the proxy acts with your token.
app.all('/masterdata/api/*', (context) => forward(context.req.raw));
