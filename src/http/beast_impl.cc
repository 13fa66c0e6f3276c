// Beast is compiled here, once.
#include <boost/beast/src.hpp>
