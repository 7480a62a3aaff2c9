import { Component, signal } from '@angular/core';
import { type CustomerListItem, MasterDataClient } from 'masterdata-sdk';

// The proxy of your server adds the token.
const client = new MasterDataClient({ baseUrl: '/masterdata', apiToken: null });

@Component({
  selector: 'app-root',
  template: `
    <ul>
      @for (customer of customers(); track customer.id) {
        <li>{{ customer.name }}</li>
      }
    </ul>
    <button type="button" (click)="add()">Add</button>
  `,
})
export class Customers {
  readonly customers = signal<readonly CustomerListItem[]>([]);

  constructor() {
    void this.load();
  }

  async load() {
    this.customers.set(await client.customers.list());
  }

  async add() {
    await client.customers.create({ name: 'Acme', type: 'company' });
    await this.load();
  }
}
