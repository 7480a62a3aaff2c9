import 'masterdata-sdk/mock/matchers/vitest';
