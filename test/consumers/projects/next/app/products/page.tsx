import { service } from '../../service';

/** Next.js renders this page during the build. */
export default async function Products() {
  const parents = await service.productParents.list();
  return (
    <ul>
      {parents.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}
