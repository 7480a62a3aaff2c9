import { bootstrapApplication } from '@angular/platform-browser';
import { Customers } from './customers';

/** True in development. angular.json defines it. */
declare const MOCK: boolean;

// Production builds contain neither the mock nor MSW.
if (MOCK) {
  const { worker } = await import('./mock');
  await worker.start();
}

await bootstrapApplication(Customers);
