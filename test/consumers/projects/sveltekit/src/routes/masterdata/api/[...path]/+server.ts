import { forward } from '../../../../lib/server/forward';

// Authenticate the visitor first: the proxy acts with your token.
export const fallback = ({ request }: { request: Request }) => forward(request);
