import type { APIRoute } from 'astro';
import { forward } from '../../../server/forward';

// Authenticate the visitor first: the proxy acts with your token.
export const ALL: APIRoute = ({ request }) => forward(request);
