// Authenticate the visitor first: the proxy acts with your token.
export default defineEventHandler((event) => forward(toWebRequest(event)));
