import { decodeBrackets, encodeBrackets } from 'masterdata-sdk';

console.log(decodeBrackets(encodeBrackets({ shipping: { weight: 2 } })));
