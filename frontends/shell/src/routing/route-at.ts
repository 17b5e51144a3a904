import { matchPath } from '@attune/shared-ui/runtime/host';
import { routes, type AppRoute } from '../routes';

/** The route that answers an address, if one does. */
export function routeAt(pathname: string): AppRoute | undefined {
  return routes.find(({ path }) => matchPath(path, pathname));
}
