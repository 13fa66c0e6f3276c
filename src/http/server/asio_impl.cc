// Asio is compiled here, once.
#include <boost/asio/impl/src.hpp>
