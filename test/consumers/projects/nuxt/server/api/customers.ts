export default defineEventHandler(() => service.customers.list());
