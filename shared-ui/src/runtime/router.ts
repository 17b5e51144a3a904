/** The router's names that pages may use; the router itself is not shared, so the unused rest of it is never shipped. */
export {
  Link,
  NavLink,
  Navigate,
  Outlet,
  useLocation,
  useNavigate,
  useParams,
} from 'react-router-dom';
