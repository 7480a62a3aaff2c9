import { demo } from 'masterdata-sdk/mock';
import { MockSandbox as Base, createWorker } from 'masterdata-sdk/mock/cloudflare';

export class MockSandbox extends Base {
  static override readonly options = { seed: demo };
}

export default createWorker();
