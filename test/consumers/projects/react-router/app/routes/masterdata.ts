import { forward } from '../forward.server';

// Authenticate the visitor first: the proxy acts with your token.
export const loader = ({ request }: { request: Request }) => forward(request);
export const action = loader;
