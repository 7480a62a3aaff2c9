import { createMockServer } from 'masterdata-sdk/mock';
import { setupMockServer } from 'masterdata-sdk/mock/node';

const mock = createMockServer();
setupMockServer(mock).listen({ onUnhandledFrame: 'error' });
