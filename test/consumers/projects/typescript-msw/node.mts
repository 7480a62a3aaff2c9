import { createMockServer } from 'masterdata-sdk/mock';
import { type HandlerOptions, mockHandlers } from 'masterdata-sdk/mock/msw';
import { setupMockServer } from 'masterdata-sdk/mock/node';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';

const options: HandlerOptions = { pathPrefix: '' };
const mock = createMockServer();
const server = setupMockServer(mock);
server.listen({ onUnhandledFrame: 'error' });
server.use(http.get('https://api.example.com/api/payment-terms', () => HttpResponse.json({ success: true, data: [] })));
server.close();
setupServer(...mockHandlers(mock, options)).listen();
// @ts-expect-error an argument is missing
setupMockServer();
