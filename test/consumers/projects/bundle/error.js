import { isNotFoundError, NotFoundError } from 'masterdata-sdk';

console.log(NotFoundError, isNotFoundError(undefined));
