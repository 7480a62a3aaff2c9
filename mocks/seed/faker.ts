/** Its own entry of the build, so that the package contains Faker without source maps. */
export { base, en, en_US, Faker } from '@faker-js/faker';
