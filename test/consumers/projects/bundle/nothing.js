import 'masterdata-sdk';
import 'masterdata-sdk/mock';
import 'masterdata-sdk/mock/generate';
